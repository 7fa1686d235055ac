/** Access of the benchmarks to package-private classes of the outbox. */
@NullMarked
package io.delayqueue.jdbc;

import org.jspecify.annotations.NullMarked;
