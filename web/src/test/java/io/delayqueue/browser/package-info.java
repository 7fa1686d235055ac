/** Pages in a real browser: what the tests of all modules need for that. */
@NullMarked
package io.delayqueue.browser;

import org.jspecify.annotations.NullMarked;
