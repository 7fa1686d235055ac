/**
 * Creates elements. Texts become text nodes only, so data of tasks cannot become markup.
 *
 * @param {string} tag
 * @param {Object<string, *>} [props] attributes; `on` holds listeners, `data` the data-* attributes, `class` a string or list;
 *     null, undefined and false leave an attribute out
 * @param {...(Node|string|number|null|false|Array)} children
 * @returns {HTMLElement}
 */
export function h(tag, props, ...children) {
    const node = document.createElement(tag);
    apply(node, props ?? {});
    node.append(...nodes(children));
    return node;
}

/** Replaces the children of a node. */
export function fill(node, ...children) {
    node.replaceChildren(...nodes(children));
    return node;
}

/** Sets text only if it differs, so that selections and screen readers are not disturbed. */
export function setText(node, text) {
    const value = String(text ?? '');
    if (node.textContent !== value) {
        node.textContent = value;
    }
    return node;
}

/** Sets or removes an attribute, only if it differs. */
export function setAttribute(node, name, value) {
    if (value === null || value === undefined || value === false) {
        node.removeAttribute(name);
    } else if (node.getAttribute(name) !== String(value)) {
        node.setAttribute(name, String(value));
    }
}

/** Whether an address may be a link: within this page or this server, so that data cannot set a scheme. */
export function isOwnAddress(address) {
    try {
        const url = new URL(address, document.baseURI);
        return url.origin === window.location.origin && /^https?:$/.test(url.protocol);
    } catch {
        return false;
    }
}

/** Replaces the content of a node only if it has changed, so that the focus is kept. */
export function redraw(node, key, content) {
    if (node.dataset.shown !== key) {
        node.dataset.shown = key;
        fill(node, content());
    }
}

const rowsOf = new WeakMap();

/**
 * Updates the children of a node to match items. Keeps the nodes of remaining items, with focus, selection and open details.
 *
 * @template T
 * @param {HTMLElement} parent
 * @param {T[]} items
 * @param {function(T): string} keyOf
 * @param {function(T): {node: HTMLElement, update: function(T): void}} create
 */
export function reconcile(parent, items, keyOf, create) {
    const before = rowsOf.get(parent) ?? new Map();
    const after = new Map();
    let previous = null;
    for (const item of items) {
        const key = keyOf(item);
        if (after.has(key)) {
            continue;
        }
        const row = before.get(key) ?? create(item);
        row.update(item);
        after.set(key, row);
        const expected = previous === null ? parent.firstChild : previous.nextSibling;
        if (expected !== row.node) {
            parent.insertBefore(row.node, expected);
        }
        previous = row.node;
    }
    while (previous === null ? parent.firstChild : previous.nextSibling) {
        (previous === null ? parent.firstChild : previous.nextSibling).remove();
    }
    rowsOf.set(parent, after);
}

function nodes(children) {
    return children
        .flat(Infinity)
        .filter((child) => child !== null && child !== undefined && child !== false)
        .map((child) => (child instanceof Node ? child : String(child)));
}

function apply(node, props) {
    for (const [name, value] of Object.entries(props)) {
        if (name === 'on') {
            Object.entries(value).forEach(([event, listener]) => node.addEventListener(event, listener));
        } else if (name === 'data') {
            Object.entries(value).forEach(([key, text]) => (node.dataset[key] = text));
        } else if (name === 'class') {
            node.className = Array.isArray(value) ? value.filter(Boolean).join(' ') : value;
        } else if (name === 'href' && !isOwnAddress(value)) {
            throw new Error('Only links within this server');
        } else if (value === true) {
            node.setAttribute(name, '');
        } else {
            setAttribute(node, name, value);
        }
    }
}
