/** Audit log of changes over HTTP. */
@NullMarked
package io.delayqueue.web.audit;

import org.jspecify.annotations.NullMarked;
