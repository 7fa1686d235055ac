/**
 * Real servers for tests: Redis alone, as a cluster and under sentinels, and a proxy that misbehaves on command.
 *
 * <p>Whoever starts one closes it. What a killed test leaves running ends with the JVM.
 */
@NullMarked
package io.delayqueue.testing;

import org.jspecify.annotations.NullMarked;
