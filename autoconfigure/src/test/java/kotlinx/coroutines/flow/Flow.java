package kotlinx.coroutines.flow;

/** Stub of the type of Kotlin's coroutines, which no module depends on: values to come. */
public interface Flow<T> {}
