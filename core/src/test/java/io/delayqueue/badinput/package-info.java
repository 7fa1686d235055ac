/** Everything a user can get wrong, by table: the exact answer, and a Redis that has not changed. */
@org.jspecify.annotations.NullMarked
package io.delayqueue.badinput;
