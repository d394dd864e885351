// The one stream to the referee, on which any number of matches are played.

#include <grpcpp/grpcpp.h>

#include <cstdlib>
#include <stdexcept>
#include <unordered_map>

#include "client.hpp"
#include "referee/v1/play.grpc.pb.h"

namespace arena {
namespace {

constexpr std::size_t kNoteBytes = 1024;

// A match that is being played, with the table of its game.
struct Open {
  Match match;
  std::optional<KettleTable> kettle;
  std::optional<TrapperTable> trapper;
};

template <typename List>
Settings pairs(const List& list) {
  Settings result;
  for (const auto& one : list) result[one.name()] = one.value();
  return result;
}

// As much of a text as may be sent, cut between characters.
std::string remark(std::string text) {
  if (text.size() <= kNoteBytes) return text;
  std::size_t end = kNoteBytes;
  while (end > 0 && (text[end] & 0xC0) == 0x80) --end;
  return text.substr(0, end);
}

// Answers each message of the referee with one of ours.
class Player {
 public:
  explicit Player(const Choose& choose) : choose_(choose) {}

  // What is to be said to a message; starts, requests and ends are read in this order.
  referee::v1::PlayRequest reply(const referee::v1::PlayResponse& message) {
    if (message.has_welcome()) settings_ = pairs(message.welcome().settings());
    referee::v1::PlayRequest answer;
    for (const auto& start : message.starts()) {
      begin(start);
      answer.add_readies()->set_match(start.match());
    }
    for (const auto& request : message.requests()) *answer.add_answers() = decide(request);
    for (const auto& end : message.ends()) open_.erase(end.match());
    return answer;
  }

 private:
  void begin(const referee::v1::MatchStart& start) {
    const int seat = start.seat();
    Open open{{start.game(), pairs(start.options()), static_cast<int>(start.players()), seat,
               settings_, start.control().nodes(), std::mt19937_64(start.seed())},
              std::nullopt,
              std::nullopt};
    // Actions point into a table, so it stays where it is.
    auto& kept = open_.insert_or_assign(start.match(), std::move(open)).first->second;
    if (start.has_kupferkessel()) {
      kept.kettle.emplace(start.kupferkessel(), seat);
    } else if (start.has_trapper()) {
      kept.trapper.emplace(start.trapper(), seat);
    } else {
      throw std::runtime_error("This client knows no game called " + start.game() +
                               "; bot.toml names those it plays.");
    }
  }

  referee::v1::Answer decide(const referee::v1::ActRequest& request) {
    auto& open = open_.at(request.match());
    Turn turn{open.match,
              open.kettle ? &*open.kettle : nullptr,
              open.trapper ? &*open.trapper : nullptr,
              static_cast<int>(request.step()),
              open.kettle ? open.kettle->hear(request.kupferkessel())
                          : open.trapper->hear(request.trapper()),
              std::chrono::microseconds(request.clock().budget_us()),
              std::nullopt,
              ""};
    for (const auto index : request.gives_up()) turn.legal[index].gives_up = true;
    referee::v1::Answer answer;
    answer.set_match(request.match());
    answer.set_step(request.step());
    answer.set_action(choose_(turn));
    answer.set_note(remark(turn.remarks));
    if (turn.eval) answer.set_eval(*turn.eval);
    return answer;
  }

  const Choose& choose_;
  Settings settings_;
  std::unordered_map<unsigned, Open> open_;
};

}  // namespace

void play(const Choose& choose, const std::string& name, unsigned matches_at_once) {
  const char* address = std::getenv("ARENA_ADDRESS");
  const char* token = std::getenv("ARENA_TOKEN");
  if (!address || !token) {
    throw std::runtime_error(
        "The arena starts this bot and tells it where to connect: arena match . random");
  }
  grpc::ChannelArguments arguments;
  arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
  const auto channel =
      grpc::CreateCustomChannel(address, grpc::InsecureChannelCredentials(), arguments);
  const auto stub = referee::v1::RefereeService::NewStub(channel);
  grpc::ClientContext context;
  const auto stream = stub->Play(&context);

  referee::v1::PlayRequest hello;
  hello.mutable_hello()->set_token(token);
  hello.mutable_hello()->set_name(name);
  hello.mutable_hello()->set_matches_at_once(matches_at_once);
  stream->Write(hello);
  Player player(choose);
  referee::v1::PlayResponse message;
  while (stream->Read(&message)) {
    const auto answer = player.reply(message);
    if (answer.readies_size() + answer.answers_size() > 0) stream->Write(answer);
  }
  stream->WritesDone();
  const auto status = stream->Finish();
  if (!status.ok()) {
    throw std::runtime_error("The stream to the referee broke: " + status.error_message());
  }
}

}  // namespace arena
