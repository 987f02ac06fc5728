// Where the scripts of every game find what they need in the pictures of this one.
"use strict";
window.pictureParts = {
  links: ".cm-links",
  piece: ".cm-alexander, .cm-standing",
  choices: ".cm-mark, .cm-mark-point, .cm-links a",
  turns: ".turns a",
  markers: ".marker",
};
