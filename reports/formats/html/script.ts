/**
 * The page's own script: filters, copy buttons, folding, saving report.json. Everything can be read without it. It
 * only sets text and attributes; nothing from the report becomes markup here.
 */
export const SCRIPT = `
"use strict";
(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const areas = all("details.area").map((area) => ({
    area,
    open: area.open,
    rows: all("tbody > tr", area).map((row) => ({ row, text: row.textContent.toLowerCase() })),
  }));

  const filters = document.getElementById("filters");
  if (filters) {
    const total = areas.reduce((sum, { rows }) => sum + rows.length, 0);
    // The search is in the address, so that a link to what it shows can be passed on; other addresses lead to places.
    const KEY = "#search=";
    const toggles = [...filters.elements].filter((input) => input.type === "checkbox");
    const keep = () => {
      const without = toggles.filter((input) => !input.checked).map((input) => input.value).join(",");
      const text = filters.elements.text.value;
      const rest = new URLSearchParams(without === "" ? { search: text } : { search: text, without });
      const isPlain = text === "" && without === "";
      if (isPlain && !location.hash.startsWith(KEY)) return;
      history.replaceState(null, "", isPlain ? location.pathname + location.search : "#" + rest);
    };
    const restore = () => {
      if (!location.hash.startsWith(KEY)) return;
      const kept = new URLSearchParams(location.hash.slice(1));
      const without = (kept.get("without") ?? "").split(",");
      filters.elements.text.value = kept.get("search") ?? "";
      for (const input of toggles) input.checked = !without.includes(input.value);
      apply();
      document.getElementById("requirements").scrollIntoView({ block: "start" });
    };
    const apply = () => {
      const data = new FormData(filters);
      const words = String(data.get("text")).toLowerCase().split(/\\s+/u).filter(Boolean);
      const standings = new Set(data.getAll("standing"));
      const levels = new Set(data.getAll("level"));
      let shown = 0;
      for (const { area, rows, open } of areas) {
        let matches = 0;
        for (const { row, text } of rows) {
          const match = standings.has(row.dataset.standing) && levels.has(row.dataset.level) && words.every((word) => text.includes(word));
          row.hidden = !match;
          if (match) matches += 1;
        }
        area.hidden = matches === 0;
        area.open = words.length > 0 ? matches > 0 : open;
        shown += matches;
      }
      document.getElementById("match-count").textContent = shown === total ? total + " shown" : shown + " of " + total + " shown";
      document.getElementById("no-match").hidden = shown > 0;
    };
    filters.addEventListener("input", () => {
      apply();
      keep();
    });
    addEventListener("hashchange", restore);
    filters.addEventListener("submit", (event) => event.preventDefault());
    for (const button of all("[data-fold]", filters)) {
      button.addEventListener("click", () => {
        for (const entry of areas) entry.area.open = entry.open = button.dataset.fold === "open";
      });
    }
    filters.hidden = false;
    apply();
    restore();
    document.addEventListener("keydown", (event) => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea")) return;
      event.preventDefault();
      filters.elements.text.focus();
    });
  }

  const reveal = () => {
    const target = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
    if (!target) return;
    for (let place = target; place; place = place.parentElement) {
      place.hidden = false;
      if (place.localName === "details") place.open = true;
    }
    target.scrollIntoView({ block: "start" });
  };
  addEventListener("hashchange", reveal);
  reveal();

  // Where a page comes by plain HTTP, as from some CI systems, the browser has no clipboard for it but this old way.
  const toClipboard = async (text) => {
    if (navigator.clipboard) return navigator.clipboard.writeText(text);
    const area = document.createElement("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  };
  const copies = (button, text) => {
    const label = button.textContent;
    button.addEventListener("click", async () => {
      await toClipboard(text);
      button.textContent = "Copied";
      setTimeout(() => { button.textContent = label; }, 1500);
    });
    button.hidden = false;
  };
  for (const button of all("[data-markdown]")) copies(button, button.dataset.markdown);
  for (const block of all("[data-copy]")) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Copy";
    copies(button, block.textContent);
    block.after(button);
  }

  const save = document.getElementById("save");
  if (save) {
    save.hidden = false;
    save.addEventListener("click", () => {
      const report = JSON.parse(document.getElementById("report").textContent);
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([JSON.stringify(report, null, 2) + "\\n"], { type: "application/json" }));
      link.download = "report.json";
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    });
  }

  addEventListener("beforeprint", () => {
    for (const details of all("details")) details.open = true;
  });
})();
`.trim();
