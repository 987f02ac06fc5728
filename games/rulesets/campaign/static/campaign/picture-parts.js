// Where the scripts of every game find what they need in the pictures of this one.
"use strict";
window.pictureParts = {
  links: ".cm-links",
  piece: ".cm-alexander, .cm-standing",
  spaces: ".cm-places [data-hex], .cm-places [data-junction]",
  choices: ".cm-mark, .cm-mark-point, .cm-links a",
  turns: ".turns a",
  markers: ".marker",
};
