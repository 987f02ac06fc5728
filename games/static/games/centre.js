// On a small screen the board is wider than its frame: begins where there is something to choose,
// else at Alexander.  Without JavaScript one pans by hand.
"use strict";
(() => {
  const frame = document.querySelector(".board-frame");
  const there = frame && (frame.querySelector("a") || frame.querySelector(".ax-alexander"));
  if (!there || frame.scrollWidth <= frame.clientWidth) return;
  const place = there.getBoundingClientRect();
  const middle = place.left + place.width / 2 - frame.getBoundingClientRect().left;
  frame.scrollLeft += middle - frame.clientWidth / 2;
})();
