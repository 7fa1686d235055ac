package kotlinx.coroutines.flow;

/** Stands for the type of Kotlin's coroutines, which extends another. */
public interface SharedFlow<T> extends Flow<T> {}
