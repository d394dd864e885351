package client

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	pb "bot/referee/v1"
)

// Bot is what the referee is told of it.
type Bot struct {
	Name string
	// MatchesAtOnce is how many matches it can play at the same time.
	MatchesAtOnce uint32
}

// player answers each message of the referee with one of ours.
type player struct {
	choose   func(*Turn) Action
	settings map[string]string
	open     map[uint32]*open
}

// open is a match that is being played.
type open struct {
	match   *Match
	kettle  *KettleTable
	trapper *TrapperTable
}

// Play plays every match the referee offers, until it ends the stream.
func Play(choose func(*Turn) Action, bot Bot) error {
	address, token := os.Getenv("ARENA_ADDRESS"), os.Getenv("ARENA_TOKEN")
	if address == "" || token == "" {
		return errors.New("the arena starts this bot and tells it where to connect: arena match . random")
	}
	connection, err := grpc.NewClient(
		address,
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithNoProxy(),
	)
	if err != nil {
		return err
	}
	defer connection.Close()
	stream, err := pb.NewRefereeServiceClient(connection).Play(context.Background())
	if err != nil {
		return err
	}
	hello := &pb.Hello{Token: token, Name: bot.Name, MatchesAtOnce: bot.MatchesAtOnce}
	if err := stream.Send(&pb.PlayRequest{Hello: hello}); err != nil {
		return err
	}
	one := player{choose, map[string]string{}, map[uint32]*open{}}
	for {
		message, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return stream.CloseSend()
		}
		if err != nil {
			return fmt.Errorf("the stream to the referee broke: %w", err)
		}
		answer, err := one.reply(message)
		if err != nil {
			return err
		}
		if len(answer.Readies)+len(answer.Answers) > 0 {
			if err := stream.Send(answer); err != nil && !errors.Is(err, io.EOF) {
				return err // after io.EOF the next Recv tells what happened
			}
		}
	}
}

// reply is what is to be said to a message; starts, requests and ends are read
// in this order.
func (one *player) reply(message *pb.PlayResponse) (*pb.PlayRequest, error) {
	for _, setting := range message.GetWelcome().GetSettings() {
		one.settings[setting.Name] = setting.Value
	}
	answer := &pb.PlayRequest{}
	for _, start := range message.Starts {
		if err := one.start(start); err != nil {
			return nil, err
		}
		answer.Readies = append(answer.Readies, &pb.Ready{Match: start.Match})
	}
	for _, request := range message.Requests {
		answer.Answers = append(answer.Answers, one.answer(request))
	}
	for _, end := range message.Ends {
		delete(one.open, end.Match)
	}
	return answer, nil
}

func (one *player) start(start *pb.MatchStart) error {
	options := map[string]string{}
	for _, option := range start.Options {
		options[option.Name] = option.Value
	}
	seat := int(start.Seat)
	state := &open{match: &Match{
		Game:     start.Game,
		Options:  options,
		Players:  int(start.Players),
		Seat:     seat,
		Settings: one.settings,
		Nodes:    start.GetControl().GetNodes(),
		Random:   rand.New(rand.NewPCG(start.Seed, 0)),
	}}
	switch parts := start.Components.(type) {
	case *pb.MatchStart_Kupferkessel:
		state.kettle = newKettleTable(parts.Kupferkessel, seat)
	case *pb.MatchStart_Trapper:
		state.trapper = newTrapperTable(parts.Trapper, seat)
	default:
		return fmt.Errorf("this client knows no game called %s; bot.toml names those it plays", start.Game)
	}
	one.open[start.Match] = state
	return nil
}

func (one *player) answer(request *pb.ActRequest) *pb.Answer {
	state := one.open[request.Match]
	turn := &Turn{
		Match:   state.match,
		Step:    int(request.Step),
		Kettle:  state.kettle,
		Trapper: state.trapper,
		Budget:  time.Duration(request.GetClock().GetBudgetUs()) * time.Microsecond,
	}
	switch position := request.Position.(type) {
	case *pb.ActRequest_Kupferkessel:
		state.kettle.hear(position.Kupferkessel)
		turn.Legal = state.kettle.actions(position.Kupferkessel.Actions)
	case *pb.ActRequest_Trapper:
		state.trapper.hear(position.Trapper)
		turn.Legal = state.trapper.actions(position.Trapper.Actions)
	}
	for index := range turn.Legal {
		turn.Legal[index].Index = index
	}
	for _, index := range request.GivesUp {
		turn.Legal[index].GivesUp = true
	}
	action := one.choose(turn)
	return &pb.Answer{
		Match:  request.Match,
		Step:   request.Step,
		Action: uint32(action.Index),
		Note:   turn.remark(),
		Eval:   turn.Eval,
	}
}
