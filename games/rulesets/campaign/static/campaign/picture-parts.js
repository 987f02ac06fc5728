// Where the scripts of every game find what they need in the pictures of this one.
"use strict";
window.pictureParts = {
  links: ".links",
  piece: ".alexander",
  choices: ".links a",
  turns: ".turns a",
  markers: ".marker",
};
