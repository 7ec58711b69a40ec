// Pools of threads in C++, measured like the others: one command a line on standard input
//
//     POOL LANES JOBS STEPS CALLS GAP_MICROSECONDS CALLS_PER_SAMPLE MEETS
//
// makes one block of CALLS calls, with a look at the clock every CALLS_PER_SAMPLE of them, and answers with one line of JSON on standard output. Every pool is made before
// the block and ended after it, so that none of them runs while another contestant has its turn. The arithmetic
// and the table are those of the spin kernel; claims are dynamic, one job each. Build without FMA.
#include <omp.h>
#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <iomanip>
#include <iostream>
#include <memory>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

double logisticStep(double x) { return 3.9 * x * (1 - x); }

// A pair of cache lines of its own, so that an empty batch measures its dispatch alone.
struct alignas(128) Cell {
  double value = 0;
};

struct Table {
  int jobs;
  int steps;
  std::vector<Cell> starts, ends;
  bool meets;
  alignas(128) std::atomic<int> next{0};
  alignas(128) std::atomic<int> arrivals{0};

  Table(int jobCount, int stepCount, bool jobsMeet)
      : jobs(jobCount), steps(stepCount), starts(jobCount), ends(jobCount), meets(jobsMeet) {
    for (int job = 0; job < jobCount; job++) starts[job].value = 0.25 + job / 256.0;
  }
  void run(int job) {
    double x = starts[job].value;
    for (int step = 0; step < steps; step++) x = logisticStep(x);
    ends[job].value = x;
    if (meets) meet(job);
  }
  // As the kernel's entry of this name: job 0 ends only when every other job has arrived.
  void meet(int job) {
    if (job > 0) arrivals.fetch_add(1);
    else while (arrivals.load() != jobs - 1);
  }
  void claim() {
    for (int job; (job = next.fetch_add(1, std::memory_order_relaxed)) < jobs;) run(job);
  }
  void advance() {
    starts.swap(ends);
    next.store(0, std::memory_order_relaxed);
    if (meets) arrivals.store(0, std::memory_order_relaxed);
  }
};

struct Pool {
  virtual ~Pool() = default;
  virtual void call(Table& table) = 0;
};

struct Serial : Pool {
  void call(Table& table) override {
    for (int job = 0; job < table.jobs; job++) table.run(job);
  }
};

struct ThreadPerCall : Pool {
  int lanes;
  explicit ThreadPerCall(int laneCount) : lanes(laneCount) {}
  void call(Table& table) override {
    std::vector<std::thread> threads;
    for (int lane = 1; lane < std::min(lanes, table.jobs); lane++) threads.emplace_back([&] { table.claim(); });
    table.claim();
    for (auto& thread : threads) thread.join();
  }
};

// Parked workers. With `broadcast` all of them wait on one condition variable and all are woken by each call;
// without it each has its own, and only those needed are woken. The caller waits for every worker it woke.
struct Parked : Pool {
  struct Worker {
    std::mutex mutex;
    std::condition_variable wake;
    std::uint64_t sequence = 0;
    std::thread thread;
  };
  bool broadcast;
  std::vector<std::unique_ptr<Worker>> workers;
  Worker shared;
  std::atomic<int> running{0};
  std::mutex doneMutex;
  std::condition_variable done;
  std::atomic<int> needed{0};
  std::atomic<bool> ending{false};
  Table* table = nullptr;

  Parked(int lanes, bool isBroadcast) : broadcast(isBroadcast) {
    for (int lane = 1; lane < lanes; lane++) workers.push_back(std::make_unique<Worker>());
    for (std::size_t index = 0; index < workers.size(); index++) {
      workers[index]->thread = std::thread([this, index] { work(static_cast<int>(index) + 1); });
    }
  }
  ~Parked() override {
    ending = true;
    if (broadcast) post(shared);
    for (auto& worker : workers) {
      post(*worker);
      worker->thread.join();
    }
  }
  void post(Worker& worker) {
    {
      std::lock_guard lock(worker.mutex);
      worker.sequence++;
    }
    if (broadcast) worker.wake.notify_all();
    else worker.wake.notify_one();
  }
  void work(int lane) {
    Worker& own = broadcast ? shared : *workers[lane - 1];
    for (std::uint64_t seen = 0;; seen++) {
      {
        std::unique_lock lock(own.mutex);
        own.wake.wait(lock, [&] { return own.sequence > seen; });
      }
      if (ending) return;
      if (lane <= needed.load()) table->claim();
      if (running.fetch_sub(1) == 1) {
        std::lock_guard lock(doneMutex);
        done.notify_one();
      }
    }
  }
  void call(Table& next) override {
    const int lanes = static_cast<int>(workers.size()) + 1;
    const int woken = std::min(lanes, next.jobs) - 1;
    table = &next;
    needed = woken;
    running = broadcast ? lanes - 1 : woken;
    if (broadcast) post(shared);
    else for (int index = 0; index < woken; index++) post(*workers[index]);
    next.claim();
    std::unique_lock lock(doneMutex);
    done.wait(lock, [&] { return running.load() == 0; });
  }
};

// Workers that never park; only for as many lanes as there are cores.
struct Spinning : Pool {
  struct alignas(128) Word {
    std::atomic<std::uint64_t> value{0};
  };
  std::vector<Word> posted, answered;
  std::vector<std::thread> threads;
  std::atomic<bool> ending{false};
  Table* table = nullptr;
  std::uint64_t sequence = 0;

  explicit Spinning(int lanes) : posted(lanes), answered(lanes) {
    for (int lane = 1; lane < lanes; lane++) threads.emplace_back([this, lane] { work(lane); });
  }
  ~Spinning() override {
    ending = true;
    for (auto& thread : threads) thread.join();
  }
  void work(int lane) {
    for (std::uint64_t seen = 0;;) {
      while (posted[lane].value.load(std::memory_order_acquire) == seen) {
        if (ending.load(std::memory_order_relaxed)) return;
      }
      seen = posted[lane].value.load(std::memory_order_acquire);
      table->claim();
      answered[lane].value.store(seen, std::memory_order_release);
    }
  }
  void call(Table& next) override {
    const int lanes = std::min(static_cast<int>(posted.size()), next.jobs);
    table = &next;
    sequence++;
    for (int lane = 1; lane < lanes; lane++) posted[lane].value.store(sequence, std::memory_order_release);
    next.claim();
    for (int lane = 1; lane < lanes; lane++) {
      while (answered[lane].value.load(std::memory_order_acquire) != sequence) {
      }
    }
  }
};

struct OpenMp : Pool {
  int lanes;
  explicit OpenMp(int laneCount) : lanes(laneCount) {}
  void call(Table& table) override {
#pragma omp parallel for schedule(dynamic, 1) num_threads(std::min(lanes, table.jobs))
    for (int job = 0; job < table.jobs; job++) table.run(job);
  }
};

std::unique_ptr<Pool> makePool(const std::string& name, int lanes) {
  if (name == "serial") return std::make_unique<Serial>();
  if (name == "thread") return std::make_unique<ThreadPerCall>(lanes);
  if (name == "parked") return std::make_unique<Parked>(lanes, false);
  if (name == "broadcast") return std::make_unique<Parked>(lanes, true);
  if (name == "spinning") return std::make_unique<Spinning>(lanes);
  if (name == "openmp") return std::make_unique<OpenMp>(lanes);
  return nullptr;
}

double microsecondsSince(Clock::time_point begin) {
  return std::chrono::duration<double, std::micro>(Clock::now() - begin).count();
}

double cpuMicroseconds() {
  rusage use{};
  getrusage(RUSAGE_SELF, &use);
  const auto of = [](const timeval& time) { return time.tv_sec * 1e6 + static_cast<double>(time.tv_usec); };
  return of(use.ru_utime) + of(use.ru_stime);
}

void stayBusy(double microseconds) {
  const auto begin = Clock::now();
  while (microsecondsSince(begin) < microseconds) {
  }
}

std::string hexOf(const std::vector<Cell>& cells) {
  std::ostringstream hex;
  hex << std::hex << std::setfill('0');
  for (const auto& [value] : cells) hex << std::setw(16) << std::bit_cast<std::uint64_t>(value);
  return hex.str();
}

struct Effort {
  int calls = 0, callsPerSample = 0;
  double gapMicroseconds = 0;
};

std::string block(Pool& pool, Table& table, const Effort& effort) {
  std::vector<double> samples;
  const double cpuBefore = cpuMicroseconds();
  for (int done = 0; done < effort.calls;) {
    const int calls = std::min(effort.callsPerSample, effort.calls - done);
    if (effort.gapMicroseconds > 0) stayBusy(effort.gapMicroseconds);
    const auto begin = Clock::now();
    for (int call = 1;; call++) {
      pool.call(table);
      if (call == calls) break;
      table.advance();
    }
    samples.push_back(microsecondsSince(begin) / calls);
    table.advance();
    done += calls;
  }
  const double cpu = cpuMicroseconds() - cpuBefore;
  std::sort(samples.begin(), samples.end());
  std::ostringstream answer;
  // Left open: main adds to it.
  answer << "{\"medianMicroseconds\":" << samples[samples.size() / 2]
         << ",\"p95Microseconds\":" << samples[static_cast<std::size_t>(samples.size() * 0.95)]
         << ",\"cpuMicroseconds\":" << cpu << ",\"bits\":\"" << hexOf(table.starts) << "\"";
  return answer.str();
}

}  // namespace

int main() {
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream words(line);
    std::string name;
    int lanes = 0, jobs = 0, steps = 0, meets = 0;
    Effort effort;
    words >> name >> lanes >> jobs >> steps >> effort.calls >> effort.gapMicroseconds >> effort.callsPerSample >> meets;
    const double cpuBefore = cpuMicroseconds();
    auto pool = words ? makePool(name, lanes) : nullptr;
    // Jobs can meet only if a lane is there for each.
    const bool canMeet = lanes >= jobs && name != "serial";
    if (pool == nullptr || effort.calls < 1 || effort.callsPerSample < 1 || (meets != 0 && !canMeet)) {
      std::cout << "{\"error\":\"cannot read the command\"}" << std::endl;
      continue;
    }
    // Threads start and OpenMP makes its team outside the block.
    Table warm(jobs, 1, meets != 0);
    for (int call = 0; call < 3; call++, warm.advance()) pool->call(warm);
    Table table(jobs, steps, meets != 0);
    const std::string answer = block(*pool, table, effort);
    pool.reset();  // before the answer: after it another contestant has its turn
    // Threads that spin do so before the block and after it too.
    std::cout << answer << ",\"allCpuMicroseconds\":" << cpuMicroseconds() - cpuBefore << "}" << std::endl;
  }
}
