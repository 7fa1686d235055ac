/** The engine, its builder and settings: the way in for applications without Spring. */
@NullMarked
package io.delayqueue.engine;

import org.jspecify.annotations.NullMarked;
