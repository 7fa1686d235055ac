/** Changes of tasks as rows of the application's database, and work of callbacks that is done once. */
@NullMarked
package io.delayqueue.jdbc;

import org.jspecify.annotations.NullMarked;
