#pragma once

// A fiber: a function with a stack of its own that runs until it yields and is resumed where it was. One thread's
// fibers take turns, so that the invocations of a workgroup can wait for each other at a barrier.

#include <cstddef>
#include <cstdint>

// How fibers are made: 1 by exchanging stack pointers (x86-64 of System V), 2 by ucontext.h (other POSIX systems),
// 3 by threads that hand a token on (everywhere else, and under ThreadSanitizer, which knows no other stacks).
#if !defined(YY_CPU_FIBERS)
#if defined(__SANITIZE_THREAD__)
#define YY_CPU_FIBERS 3
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define YY_CPU_FIBERS 3
#endif
#endif
#endif
#if !defined(YY_CPU_FIBERS)
#if defined(__x86_64__) && !defined(_WIN32)
#define YY_CPU_FIBERS 1
#elif defined(__linux__)
#define YY_CPU_FIBERS 2
#else
#define YY_CPU_FIBERS 3
#endif
#endif

#if YY_CPU_FIBERS == 3
#include <condition_variable>
#include <mutex>
#include <thread>
#else
#include <sys/mman.h>
#include <unistd.h>

#include <new>
#if YY_CPU_FIBERS == 2
#include <ucontext.h>
#endif
#endif

#if defined(__SANITIZE_ADDRESS__)
#define YY_CPU_ADDRESS_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define YY_CPU_ADDRESS_SANITIZER 1
#endif
#endif
#if defined(YY_CPU_ADDRESS_SANITIZER)
#include <sanitizer/common_interface_defs.h>
#endif

namespace yy::cpu::detail {

#if YY_CPU_FIBERS != 3

/// Memory for one fiber's stack; below it lies a page that must not be touched, so that a stack which is too small ends
/// the program instead of spoiling other memory.
class Stack {
 public:
  explicit Stack(std::size_t bytes) {
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    size_ = (bytes + page - 1) / page * page + page;
    memory_ = mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory_ == MAP_FAILED) throw std::bad_alloc();
    if (mprotect(memory_, page, PROT_NONE) != 0) {
      munmap(memory_, size_);
      throw std::bad_alloc();
    }
    guard_ = page;
  }
  ~Stack() { munmap(memory_, size_); }
  Stack(const Stack&) = delete;
  Stack& operator=(const Stack&) = delete;

  unsigned char* begin() const { return static_cast<unsigned char*>(memory_) + guard_; }
  std::size_t size() const { return size_ - guard_; }

 private:
  void* memory_;
  std::size_t size_ = 0;
  std::size_t guard_ = 0;
};

#endif

#if YY_CPU_FIBERS == 1

/// Leaves the current stack, whose pointer goes to `*from`, and goes on where `to` was left. All that a called function
/// must keep is given up, so that the compiler saves what it needs.
__attribute__((noinline)) inline void exchange_stacks(void** from, void* to) {
  asm volatile(
      "leaq -128(%%rsp), %%rsp\n\t"
      "pushq %%rbp\n\t"
      "leaq 1f(%%rip), %%rax\n\t"
      "pushq %%rax\n\t"
      "movq %%rsp, (%0)\n\t"
      "movq %1, %%rsp\n\t"
      "popq %%rax\n\t"
      "jmpq *%%rax\n"
      "1:\n\t"
      "popq %%rbp\n\t"
      "leaq 128(%%rsp), %%rsp"
      : "+D"(from), "+S"(to)
      :
      : "rax", "rbx", "rcx", "rdx", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15", "memory", "cc");
}

#endif

#if YY_CPU_FIBERS == 1 && !defined(YY_CPU_ADDRESS_SANITIZER)
/// Fibers of one driver can hand over to each other, which saves every other switch.
#define YY_CPU_HANDS_OVER 1
#endif

/// One fiber. `resume` is called by the thread that drives it, `yield` by the fiber itself.
class Fiber {
 public:
  using Function = void (*)(void*);

#if YY_CPU_FIBERS == 3

  /// `function` never returns: it yields when it has nothing to do.
  Fiber(std::size_t, Function function, void* argument) : function_(function), argument_(argument) {}
  ~Fiber() {
    if (!thread_.joinable()) return;
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      turn_ = Turn::end;
    }
    changed_.notify_all();
    thread_.join();
  }

  void resume() {
    std::unique_lock<std::mutex> lock(mutex_);
    turn_ = Turn::fiber;
    if (!thread_.joinable()) thread_ = std::thread([this] { run(); });
    changed_.notify_all();
    changed_.wait(lock, [this] { return turn_ == Turn::driver; });
  }

  void yield() {
    std::unique_lock<std::mutex> lock(mutex_);
    turn_ = Turn::driver;
    changed_.notify_all();
    wait(lock);
  }

 private:
  enum class Turn : std::uint8_t { driver, fiber, end };
  struct Ended {};

  void run() {
    try {
      {
        std::unique_lock<std::mutex> lock(mutex_);
        wait(lock);
      }
      function_(argument_);
    } catch (const Ended&) {  // the driver has no more use for this fiber
    }
  }

  void wait(std::unique_lock<std::mutex>& lock) {
    changed_.wait(lock, [this] { return turn_ != Turn::driver; });
    if (turn_ == Turn::end) throw Ended{};
  }

  Function function_;
  void* argument_;
  std::mutex mutex_;
  std::condition_variable changed_;
  Turn turn_ = Turn::driver;
  std::thread thread_;

#else

  /// `function` never returns: it yields when it has nothing to do.
  Fiber(std::size_t stack_bytes, Function function, void* argument)
      : stack_(stack_bytes), function_(function), argument_(argument) {
#if YY_CPU_FIBERS == 1
    // At the top: where to begin, then what the beginning takes for its return address, so that the stack is aligned as
    // after a call.
    void** top = reinterpret_cast<void**>(stack_.begin() + stack_.size()) - 4;
    top[0] = reinterpret_cast<void*>(&Fiber::begin);
    top[1] = nullptr;
    own_ = top;
#else
    getcontext(&own_);
    own_.uc_stack.ss_sp = stack_.begin();
    own_.uc_stack.ss_size = stack_.size();
    own_.uc_link = nullptr;
    makecontext(&own_, &Fiber::begin, 0);
#endif
  }

  void resume() {
    Fiber*& current = current_fiber();
    current = this;
#if defined(YY_CPU_ADDRESS_SANITIZER)
    void* fake_stack = nullptr;
    __sanitizer_start_switch_fiber(&fake_stack, stack_.begin(), stack_.size());
#endif
    go(driver_, own_);
#if defined(YY_CPU_ADDRESS_SANITIZER)
    __sanitizer_finish_switch_fiber(fake_stack, nullptr, nullptr);
#endif
  }

#if defined(YY_CPU_HANDS_OVER)
  /// Instead of yielding: `next`, of the same driver, goes on, and will yield or hand over in its turn.
  void hand_over(Fiber& next) {
    next.driver_ = driver_;
    current_fiber() = &next;
    go(own_, next.own_);
  }
#endif

  void yield() {
#if defined(YY_CPU_ADDRESS_SANITIZER)
    void* fake_stack = nullptr;
    __sanitizer_start_switch_fiber(&fake_stack, driver_stack_, driver_stack_size_);
#endif
    go(own_, driver_);
#if defined(YY_CPU_ADDRESS_SANITIZER)
    __sanitizer_finish_switch_fiber(fake_stack, &driver_stack_, &driver_stack_size_);
#endif
  }

 private:
#if YY_CPU_FIBERS == 1
  using Context = void*;
  static void go(Context& from, Context& to) { exchange_stacks(&from, to); }
#else
  using Context = ucontext_t;
  static void go(Context& from, Context& to) { swapcontext(&from, &to); }
#endif

  static Fiber*& current_fiber() {
    static thread_local Fiber* current = nullptr;
    return current;
  }

  static void begin() {
    Fiber* const self = current_fiber();
#if defined(YY_CPU_ADDRESS_SANITIZER)
    __sanitizer_finish_switch_fiber(nullptr, &self->driver_stack_, &self->driver_stack_size_);
#endif
    self->function_(self->argument_);
  }

  Stack stack_;
  Function function_;
  void* argument_;
  Context own_{};
  Context driver_{};
#if defined(YY_CPU_ADDRESS_SANITIZER)
  const void* driver_stack_ = nullptr;
  std::size_t driver_stack_size_ = 0;
#endif

#endif

 public:
  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;
};

}  // namespace yy::cpu::detail
