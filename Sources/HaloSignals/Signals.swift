/// Arithmetic on signals: plain arrays in, plain values out, nothing about devices.
public enum Signals {}
