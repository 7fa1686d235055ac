/** What a queue in virtual time does, held against what the engine does with threads on Redis. */
@NullMarked
package io.delayqueue.fidelity;

import org.jspecify.annotations.NullMarked;
