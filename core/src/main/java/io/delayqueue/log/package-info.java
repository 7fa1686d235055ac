/** How text from outside stands in lines of logs. */
@NullMarked
package io.delayqueue.log;

import org.jspecify.annotations.NullMarked;
