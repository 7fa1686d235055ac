/** Paths of 16 by 16 with lines of 1.6 and round ends. */
const DRAWINGS = {
    delayed: 'M8 2.2a5.8 5.8 0 1 0 0 11.6A5.8 5.8 0 0 0 8 2.2M8 4.9V8l2.2 1.5',
    ready: 'M4.2 3.2 12.4 8l-8.2 4.8z',
    running: 'M13.6 8a5.6 5.6 0 1 1-2.2-4.45M13.4 1.9v2.9h-2.9',
    dead: 'M3.6 3.6l8.8 8.8M12.4 3.6l-8.8 8.8',
    paused: 'M5.4 3.2v9.6M10.6 3.2v9.6',
    warning: 'M8 2.4 14.4 13.4H1.6zM8 6.4v3.2M8 11.5v.1',
    info: 'M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8M8 7.3v3.6M8 5v.1',
    search: 'M7 2.2a4.8 4.8 0 1 0 0 9.6A4.8 4.8 0 0 0 7 2.2M10.6 10.6l3.2 3.2',
    sun: 'M8 5.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6M8 1.4v1.2M8 13.4v1.2M1.4 8h1.2M13.4 8h1.2M3.3 3.3l.9.9M11.8 11.8l.9.9M12.7 3.3l-.9.9M4.2 11.8l-.9.9',
    moon: 'M13.4 9.6A5.8 5.8 0 0 1 6.4 2.6a5.8 5.8 0 1 0 7 7',
    system: 'M2 3.2h12v7.6H2zM5.6 13.6h4.8M8 10.8v2.8',
    next: 'M6 3.4 10.6 8 6 12.6',
    previous: 'M10 3.4 5.4 8l4.6 4.6',
    up: 'M3.6 10 8 5.6l4.4 4.4',
    down: 'M3.6 6 8 10.4 12.4 6',
    add: 'M8 3v10M3 8h10',
    check: 'M3 8.6l3.2 3.2L13 4.8',
    instance: 'M2.4 3h11.2v4H2.4zM2.4 9h11.2v4H2.4zM5 5v.1M5 11v.1',
    retrying: 'M2.6 8a5.4 5.4 0 0 1 9.4-3.6L13.6 6M13.6 2.6V6h-3.4M13.4 8a5.4 5.4 0 0 1-9.4 3.6L2.4 10M2.4 13.4V10h3.4',
    history: 'M2.4 8a5.6 5.6 0 1 0 1.8-4.1L2.6 5.4M2.4 2.4v3h3M8 5v3l2 1.4',
    requeue: 'M2.6 8.6a5.4 5.4 0 1 0 1.6-4.4L2.4 6M2.4 2.6V6h3.4',
    copy: 'M5.4 5.4h8v8h-8zM10.6 5.4V2.6h-8v8h2.8',
};

/** Creates a decorative icon beside a text. */
export function icon(name) {
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    const shape = document.createElementNS('http://www.w3.org/2000/svg', 'path');
    svg.setAttribute('viewBox', '0 0 16 16');
    svg.setAttribute('class', `icon icon-${name}`);
    svg.setAttribute('aria-hidden', 'true');
    shape.setAttribute('d', DRAWINGS[name]);
    svg.append(shape);
    return svg;
}

/** Creates the logo, as in favicon.svg. */
export function mark() {
    const image = document.createElement('img');
    image.src = 'favicon.svg';
    image.alt = '';
    image.className = 'mark';
    image.width = 26;
    image.height = 26;
    return image;
}
