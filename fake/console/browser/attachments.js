import { sizeOf } from "./format.js";
import { html, useId, useRef } from "./library.js";

/** @import { NewFile } from "./types.d.ts" */

/**
 * Files chosen for a message, and where further ones are chosen.
 *
 * @param {{ files: readonly File[], onChange: (files: readonly File[]) => void }} props
 */
export function FilePicker({ files, onChange }) {
  const id = useId();
  const input = useRef(/** @type {HTMLInputElement | null} */ (null));
  const add = () => {
    if (input.current === null) return;
    onChange([...files, ...(input.current.files ?? [])]);
    // The same file can be chosen again after it was removed.
    input.current.value = "";
  };
  /** @param {File} file */
  const remove = (file) => {
    onChange(files.filter((one) => one !== file));
    input.current?.focus();
  };
  return html`<div class="picker">
    <input type="file" multiple id=${id} class="unseen" ref=${input} onChange=${add} /><label for=${id}>Attach files</label>
    <div aria-live="polite">
      ${
        files.length > 0 &&
        html`<ul class="files" aria-label="Files to attach">
          ${files.map(
            (file) => html`<li key=${file}>
              ${file.name} <span class="hint">${sizeOf(file.size)}</span>
              <button type="button" class="quiet" onClick=${() => remove(file)}>Remove<span class="unseen"> ${file.name}</span></button>
            </li>`,
          )}
        </ul>`
      }
    </div>
  </div>`;
}

/**
 * A file as the control interface takes it. The browser knows no type for some files of text, such as TOML: the fake then
 * takes text.
 *
 * @param {File} file
 * @returns {Promise<NewFile>}
 */
export async function newFile(file) {
  const type = file.type === "" ? {} : { mimeType: file.type };
  return { name: file.name, ...type, content: await base64Of(file), encoding: "base64" };
}

/**
 * @param {File} file
 * @returns {Promise<string>}
 */
function base64Of(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    // A data URL: the bytes stand behind the comma; an empty file may have none.
    reader.addEventListener("load", () => resolve(String(reader.result).split(",")[1] ?? ""));
    reader.addEventListener("error", () => reject(new Error(`The browser cannot read ${file.name}: choose it again.`)));
    reader.readAsDataURL(file);
  });
}
