/**
 * JSON as text: extracted and formatted without conversion to JavaScript's values, so that big numbers, repeated names and the
 * order of members are preserved.
 */

const isSpace = (c) => c === ' ' || c === '\n' || c === '\r' || c === '\t';

/** Finds the end of the string that begins at `from`: the index after its closing quote. */
function endOfString(text, from) {
    let i = from + 1;
    while (i < text.length && text[i] !== '"') {
        i += text[i] === '\\' ? 2 : 1;
    }
    return Math.min(i + 1, text.length);
}

/** Finds the end of a number or word. */
function endOfWord(text, from) {
    let i = from;
    while (i < text.length && !isSpace(text[i]) && !',:]}[{"'.includes(text[i])) {
        i++;
    }
    return Math.max(i, from + 1);
}

/**
 * @returns {Generator<{type: string, text: string, from: number, to: number}>} punctuation, strings and words, without white
 *     space
 */
export function* tokens(text) {
    let i = 0;
    while (i < text.length) {
        const c = text[i];
        if (isSpace(c)) {
            i++;
            continue;
        }
        const mark = '{}[],:'.includes(c);
        const to = mark ? i + 1 : c === '"' ? endOfString(text, i) : endOfWord(text, i);
        yield { type: mark ? c : c === '"' ? 'string' : 'word', text: text.slice(i, to), from: i, to };
        i = to;
    }
}

/**
 * Returns the text of one member of the outermost object.
 *
 * @param {string} text an object as JSON
 * @param {string} name
 * @returns {string|null} null if there is no such member
 */
export function member(text, name) {
    let depth = 0;
    let key = null;
    let from = -1;
    let to = -1;
    let inValue = false;
    for (const token of tokens(text)) {
        if (depth === 1 && inValue && (token.type === ',' || token.type === '}')) {
            if (key === name) {
                return text.slice(from, to);
            }
            inValue = false;
            from = -1;
        } else if (depth === 1 && !inValue && token.type === 'string') {
            key = JSON.parse(token.text);
        } else if (depth === 1 && !inValue && token.type === ':') {
            inValue = true;
        } else if (inValue) {
            from = from < 0 ? token.from : from;
            to = token.to;
        }
        depth += token.type === '{' || token.type === '[' ? 1 : token.type === '}' || token.type === ']' ? -1 : 0;
    }
    return null;
}

/** Returns the texts of the elements of an array. */
export function items(text) {
    const found = [];
    let depth = 0;
    let from = -1;
    let last = 0;
    for (const { type, from: begin, to } of tokens(text)) {
        depth -= type === '}' || type === ']' ? 1 : 0;
        if ((depth === 1 && type === ',') || depth === 0) {
            found.push(...(from < 0 ? [] : [text.slice(from, last)]));
            from = -1;
        } else if (from < 0) {
            from = begin;
        }
        depth += type === '{' || type === '[' ? 1 : 0;
        last = to;
    }
    return found;
}

/**
 * Formats JSON over several lines. Deeply nested JSON gets much longer.
 *
 * @param {string} text
 * @param {number} [most] stops after this number of characters
 * @returns {string} the whole text, or its beginning, which is longer than `most`
 */
export function pretty(text, most = Infinity) {
    const parts = [];
    let length = 0;
    let depth = 0;
    let before = '';
    const put = (part) => {
        parts.push(part);
        length += part.length;
    };
    const line = () => put(`\n${'  '.repeat(Math.max(0, Math.min(depth, 40)))}`);
    for (const { type, text: word } of tokens(text)) {
        if (length > most) {
            break;
        }
        const closes = type === '}' || type === ']';
        if (closes) {
            depth--;
        }
        const empty = closes && (before === '{' || before === '[');
        if ((closes && !empty) || (!closes && (before === '{' || before === '['))) {
            line();
        }
        put(word);
        if (type === ',') {
            line();
        } else if (type === ':') {
            put(' ');
        } else if (type === '{' || type === '[') {
            depth++;
        }
        before = type;
    }
    return parts.join('');
}

/** Returns the error of a text as JSON; null if there is none. */
export function fault(text) {
    try {
        JSON.parse(text);
        return null;
    } catch (error) {
        return error.message;
    }
}
