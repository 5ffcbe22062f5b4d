use std::collections::VecDeque;
use std::pin::Pin;
use std::task::{Context, Poll};

use futures_core::stream::{FusedStream, Stream};
use pin_project_lite::pin_project;

use crate::event::Event;
use crate::reader::Reader;

pin_project! {
    /// The events of a stream of chunks: see [`Reader::stream`].
    #[derive(Debug)]
    #[must_use = "streams do nothing unless polled"]
    pub struct EventStream<S, E> {
        reader: Reader,
        #[pin]
        chunks: S,
        ready: VecDeque<Event<'static>>,
        error: Option<E>,
        has_ended: bool,
    }
}

impl Reader {
    /// The events of a stream of chunks, such as the body of an HTTP response, as a stream.
    ///
    /// If `chunks` gives an error, the events of all that was held come first, then the error, and
    /// the stream ends.
    ///
    /// ```
    /// use futures::{executor::block_on, stream, TryStreamExt};
    /// use tagstream::{Message, Reader};
    ///
    /// let body = stream::iter([Ok::<_, std::io::Error>("<think>a</thi"), Ok("nk>b")]);
    /// let events = Reader::new("qwen3")?.stream(body);
    /// let events: Vec<_> = block_on(events.try_collect())?;
    /// assert_eq!(Message::from_iter(events).content, "b");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg_attr(docsrs, doc(cfg(feature = "futures")))]
    pub fn stream<S, C, E>(self, chunks: S) -> EventStream<S, E>
    where
        S: Stream<Item = Result<C, E>>,
        C: AsRef<[u8]>,
    {
        EventStream { reader: self, chunks, ready: VecDeque::new(), error: None, has_ended: false }
    }
}

impl<S, C, E> Stream for EventStream<S, E>
where
    S: Stream<Item = Result<C, E>>,
    C: AsRef<[u8]>,
{
    type Item = Result<Event<'static>, E>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let mut this = self.project();
        loop {
            if let Some(event) = this.ready.pop_front() {
                return Poll::Ready(Some(Ok(event)));
            }
            if *this.has_ended {
                return Poll::Ready(this.error.take().map(Err));
            }
            match this.chunks.as_mut().poll_next(context) {
                Poll::Pending => return Poll::Pending,
                Poll::Ready(Some(Ok(chunk))) => {
                    this.ready.extend(this.reader.feed(&chunk).map(Event::into_owned));
                }
                Poll::Ready(end) => {
                    *this.has_ended = true;
                    *this.error = end.and_then(Result::err);
                    this.ready.extend(this.reader.finish().map(Event::into_owned));
                }
            }
        }
    }
}

impl<S, C, E> FusedStream for EventStream<S, E>
where
    S: Stream<Item = Result<C, E>>,
    C: AsRef<[u8]>,
{
    fn is_terminated(&self) -> bool {
        self.has_ended && self.ready.is_empty() && self.error.is_none()
    }
}
