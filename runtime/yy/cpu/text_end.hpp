// Ends what text_begin.hpp has begun.

#undef YY_PLACE
#undef YY_THREADGROUP
#pragma pop_macro("stderr")
#pragma pop_macro("stdout")
#pragma pop_macro("stdin")
#pragma pop_macro("errno")
#pragma pop_macro("EOF")
#pragma pop_macro("fragment")
#pragma pop_macro("vertex")
#pragma pop_macro("kernel")
#pragma pop_macro("thread")
#pragma pop_macro("threadgroup")
#pragma pop_macro("constant")
#pragma pop_macro("device")

#if defined(__clang__)
#pragma STDC FP_CONTRACT DEFAULT
#pragma clang diagnostic pop
#elif defined(__GNUC__)
#pragma GCC diagnostic pop
#pragma GCC pop_options
#elif defined(_MSC_VER)
#pragma warning(pop)
#endif
