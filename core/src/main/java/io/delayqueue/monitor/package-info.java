/** Status, counts, instances, audits and observers of an engine and its store. */
@NullMarked
package io.delayqueue.monitor;

import org.jspecify.annotations.NullMarked;
