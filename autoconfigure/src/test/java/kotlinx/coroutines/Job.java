package kotlinx.coroutines;

/** Stub of the type of Kotlin's coroutines, which no module depends on: work that may go on. */
public interface Job {}
