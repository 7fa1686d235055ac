/**
 * Finds the beans and methods that receive tasks and makes callbacks of them.
 */
@NullMarked
package io.delayqueue.autoconfigure.listener;

import org.jspecify.annotations.NullMarked;
