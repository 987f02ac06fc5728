// Where the scripts of every game find what they need in the pictures of this one.
"use strict";
window.pictureParts = {
  links: ".ax-links",
  piece: ".ax-alexander, .ax-standing",
  spaces: ".ax-places path",
  choices: ".ax-mark-point, .ax-handle, a",
  turns: ".ax-turns a",
  markers: ".ax-later, .ax-now, .ax-grip",
};
