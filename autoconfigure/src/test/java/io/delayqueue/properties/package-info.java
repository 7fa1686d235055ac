/** How the pages of this project say what its properties are. Serves the other modules too. */
@NullMarked
package io.delayqueue.properties;

import org.jspecify.annotations.NullMarked;
