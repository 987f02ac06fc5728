// The parts of this game's chart that the replay uses.
"use strict";
window.pictureParts = { turns: "a", markers: ".marker" };
