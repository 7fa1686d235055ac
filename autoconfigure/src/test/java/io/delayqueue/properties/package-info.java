/** Generates and checks the tables of properties in the documentation. Used by the other modules too. */
@NullMarked
package io.delayqueue.properties;

import org.jspecify.annotations.NullMarked;
