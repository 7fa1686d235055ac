/** The log of what was asked for over HTTP, and by whom. */
@NullMarked
package io.delayqueue.web.audit;

import org.jspecify.annotations.NullMarked;
