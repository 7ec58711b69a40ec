/** Number types of kernel code that both compilers take; asc knows them by itself. */
declare type i32 = number;
declare type usize = number;
declare type f64 = number;
