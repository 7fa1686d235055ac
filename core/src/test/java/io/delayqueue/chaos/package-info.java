/** How the disturbance tests (tag {@code chaos}) are scaled, measured and summed up; the tests are in {@code engine}. */
@NullMarked
package io.delayqueue.chaos;

import org.jspecify.annotations.NullMarked;
