// Before the first paint, so that the page does not flash in other colours.
(() => {
    'use strict';
    let theme = null;
    try {
        theme = localStorage.getItem('delayqueue.theme');
    } catch {
        // Storage is denied: the system's colours.
    }
    if (theme === 'light' || theme === 'dark') {
        document.documentElement.dataset.theme = theme;
    }
})();
