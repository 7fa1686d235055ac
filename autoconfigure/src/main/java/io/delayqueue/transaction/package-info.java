/** Changes of tasks after the commit of Spring transactions. */
@NullMarked
package io.delayqueue.transaction;

import org.jspecify.annotations.NullMarked;
