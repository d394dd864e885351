//! The one stream to the referee, on which any number of matches are played.

use super::wire::act_request::Position;
use super::wire::match_start::Components;
use super::wire::referee_service_client::RefereeServiceClient;
use super::wire::{
    ActRequest, Answer, Hello, MatchStart, PlayRequest, PlayResponse, Ready, Setting,
};
use super::{KettleTable, Match, Random, Table, TrapperTable, Turn};
use std::collections::HashMap;
use std::error::Error;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio_stream::wrappers::UnboundedReceiverStream;
use tonic::transport::Endpoint;

/// Answers each message of the referee with one of ours.
struct Player<C> {
    choose: C,
    settings: HashMap<String, String>,
    open: HashMap<u32, Open>,
}

/// A match that is being played.
struct Open {
    playing: Match,
    table: Table,
    random: Random,
}

/// Play every match the referee offers, until it ends the stream.
///
/// `choose` is given a turn and tells the place of the action in `legal`.
pub fn play<C>(choose: C, name: &str, matches_at_once: u32) -> Result<(), Box<dyn Error>>
where
    C: FnMut(&mut Turn) -> usize,
{
    let told = |key| std::env::var(key).map_err(|_| HINT);
    let (address, token) = (told("ARENA_ADDRESS")?, told("ARENA_TOKEN")?);
    let hello = Hello {
        token,
        name: name.into(),
        matches_at_once,
        ..Default::default()
    };
    let player = Player {
        choose,
        settings: HashMap::new(),
        open: HashMap::new(),
    };
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?
        .block_on(player.talk(address, hello))
}

const HINT: &str = "The arena starts this bot and tells it where to connect: arena match . random";

impl<C: FnMut(&mut Turn) -> usize> Player<C> {
    async fn talk(mut self, address: String, hello: Hello) -> Result<(), Box<dyn Error>> {
        let channel = Endpoint::from_shared(address)?.connect().await?;
        let (says, said) = mpsc::unbounded_channel();
        says.send(PlayRequest {
            hello: Some(hello),
            ..Default::default()
        })?;
        let mut client = RefereeServiceClient::new(channel);
        let mut stream = client
            .play(UnboundedReceiverStream::new(said))
            .await?
            .into_inner();
        let broke = |error| format!("The stream to the referee broke: {error}");
        while let Some(message) = stream.message().await.map_err(broke)? {
            let answer = self.reply(message)?;
            if !answer.readies.is_empty() || !answer.answers.is_empty() {
                says.send(answer)?;
            }
        }
        Ok(())
    }

    /// What is to be said to a message; starts, requests and ends are read in this order.
    fn reply(&mut self, message: PlayResponse) -> Result<PlayRequest, String> {
        self.settings
            .extend(pairs(message.welcome.unwrap_or_default().settings));
        let mut answer = PlayRequest::default();
        for start in message.starts {
            answer.readies.push(Ready {
                r#match: start.r#match,
            });
            self.start(start)?;
        }
        for request in message.requests {
            answer.answers.push(self.answer(request));
        }
        for end in message.ends {
            self.open.remove(&end.r#match);
        }
        Ok(answer)
    }

    fn start(&mut self, start: MatchStart) -> Result<(), String> {
        let seat = start.seat as usize;
        let table = match start.components {
            Some(Components::Kupferkessel(parts)) => Table::Kettle(KettleTable::new(parts, seat)),
            Some(Components::Trapper(parts)) => Table::Trapper(TrapperTable::new(parts, seat)),
            _ => return Err(format!("This client knows no game called {}.", start.game)),
        };
        let playing = Match {
            game: start.game,
            options: pairs(start.options).collect(),
            players: start.players as usize,
            seat,
            settings: self.settings.clone(),
            nodes: start.control.map_or(0, |control| control.nodes),
        };
        self.open.insert(
            start.r#match,
            Open {
                playing,
                table,
                random: Random(start.seed),
            },
        );
        Ok(())
    }

    fn answer(&mut self, request: ActRequest) -> Answer {
        let open = self
            .open
            .get_mut(&request.r#match)
            .expect("a match that was started");
        let mut legal = match (&mut open.table, &request.position) {
            (Table::Kettle(table), Some(Position::Kupferkessel(position))) => {
                table.hear(position);
                table.actions(position.actions.as_ref().expect("legal actions"))
            }
            (Table::Trapper(table), Some(Position::Trapper(position))) => {
                table.hear(position);
                table.actions(position.actions.as_ref().expect("legal actions"))
            }
            _ => unreachable!("a position is of the match's game"),
        };
        for index in request.gives_up {
            legal[index as usize].gives_up = true;
        }
        let mut turn = Turn {
            playing: &open.playing,
            table: &open.table,
            random: &mut open.random,
            step: request.step,
            legal,
            budget: Duration::from_micros(request.clock.unwrap_or_default().budget_us),
            eval: None,
            remarks: String::new(),
        };
        let action = (self.choose)(&mut turn) as u32;
        Answer {
            r#match: request.r#match,
            step: request.step,
            action,
            eval: turn.eval,
            note: turn.remarks,
        }
    }
}

fn pairs(settings: Vec<Setting>) -> impl Iterator<Item = (String, String)> {
    settings.into_iter().map(|one| (one.name, one.value))
}
