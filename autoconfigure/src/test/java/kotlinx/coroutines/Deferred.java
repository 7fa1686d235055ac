package kotlinx.coroutines;

/** Stands for the type of Kotlin's coroutines, which extends another. */
public interface Deferred<T> extends Job {}
