/** Creates an element. Text becomes text only, never markup. */
export function element(tag, { className, text, attributes = {} } = {}, ...children) {
  const node = document.createElement(tag);
  if (className) {
    node.className = className;
  }
  if (text !== undefined) {
    node.textContent = text;
  }
  for (const [name, value] of Object.entries(attributes)) {
    node.setAttribute(name, value);
  }
  node.append(...children);
  return node;
}

/** Sets text only if it differs, to avoid repeated announcements and repaints. */
export function setText(node, text) {
  if (node.textContent !== text) {
    node.textContent = text;
  }
}

export const byId = (id) => document.getElementById(id);
