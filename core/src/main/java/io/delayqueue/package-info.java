/**
 * What users touch: tasks, the service that adds them, the callbacks that receive them.
 */
@NullMarked
package io.delayqueue;

import org.jspecify.annotations.NullMarked;
