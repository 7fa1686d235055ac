package kotlinx.coroutines.flow;

/** Stands for the type of Kotlin's coroutines, which no module depends on: values to come. */
public interface Flow<T> {}
