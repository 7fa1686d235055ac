/** Groups and topics that an instance works for, and their registration. */
@NullMarked
package io.delayqueue.internal.registry;

import org.jspecify.annotations.NullMarked;
