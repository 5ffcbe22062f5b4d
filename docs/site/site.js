// What the theme leaves out for those who use a keyboard or hear the page: its buttons to copy are in
// a landmark each, and tables that are wider than the page can't be scrolled without a mouse.
const mend = () => {
  for (const nav of document.querySelectorAll("nav.md-code__nav")) nav.setAttribute("role", "presentation");
  for (const box of document.querySelectorAll(".md-typeset__scrollwrap, .md-typeset pre > code")) box.tabIndex = 0;
  document.querySelector("nav.md-path")?.setAttribute("aria-label", "Where this page is");
  const contents = document.querySelectorAll('nav[aria-label="On this page"]');
  contents.forEach((nav, i) => i > 0 && nav.setAttribute("aria-label", `On this page, ${i + 1}`));
};
mend();
new MutationObserver(mend).observe(document.body, { childList: true, subtree: true });
