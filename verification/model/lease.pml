/*
 * The lease protocol of docs/protocol.md: N instances, one record, a network that delays, reorders and loses, and clocks
 * that drift and stop. Rule numbers are those of docs/guarantees.md. rows.txt sets the names in capitals.
 *
 * Time. A tick is one unit of the fastest clock. Each clock of SLOW may skip one tick in PERIOD: with M = 1 and PERIOD = L
 * two clocks differ by just L / (L - M), the bound of the page. Any number of ticks may pass between two steps of an
 * instance, which is a frozen process. Nothing is absolute: ages, remaining times and flags like "changed" stand for
 * moments and versions, so that time has no bound. The number of terms has one, MAXTOK.
 *
 * STORE 1  the record expires by the store's clock (Redis, jdbc)
 *       2  the store has no clock: each candidate waits out the lease that it saw (Kubernetes)
 *       3  a lock guards the record, and may vanish at any time (etcd, ZooKeeper, postgres, Azure Blob)
 * CALLS 2  one call of each instance is under way
 *       3  two of the first instance, and the second has a perfect network
 *       4  two of the first instance, one of the second
 *       5  two of each instance
 */
#ifndef N
#define N 2
#endif
#if N == 3 && STORE != 1
#error "Three instances are modelled for a store with a clock only: write() marks what two have seen"
#endif
#define CALM (CALLS != 3 || q[2].ph == NONE)

mtype = { FOLLOWER, PENDING, LEADER };       /* of an instance. LEADER includes draining, because its work still runs */
mtype = { NONE, REQ, ANS };                  /* of a call: none, on its way to the store, on its way back */
mtype = { ACQUIRE, RENEW, RELEASE };         /* an acquire that is refused shows the record, as an observe does */
mtype = { GRANTED, OTHER, LOST };            /* OTHER stands for leased and free */

typedef Instance {
  mtype st = FOLLOWER;
  byte nonce, tok;              /* of the attempt or the term, or 0; of the term */
  byte age;                     /* on its ticker: time since it sent the request that confirmed the term (rule 1) */
  byte pend;                    /* on its ticker: what remains of not-before (rule 9) */
  bool jump;                    /* its two clocks have parted since that request (rule 4) */
  bool unconfirmed;             /* it knows that, or that its session ended */
  byte seen;                    /* the highest token that it saw */
  byte sage;                    /* on its ticker: time since it last saw a change of the record */
  bool changed = true;          /* ghost: the record has changed since it saw it */
  bool rel = true;              /* the record was released, or absent, when it saw it */
  byte vanished; bool left;     /* how long it still leaves a record alone that vanished (rule 9); whether it has done so */
  byte away;                    /* how long it still does not contend after a crash (rule 18) */
  byte chk                      /* the token of a guarded step between its check and its write, or 0 */
}
typedef Call {
  mtype ph = NONE; mtype ty = ACQUIRE; mtype res = OTHER;
  byte n, t, age;               /* nonce; token of the request, then of the answer; time since it was sent, on the sender's ticker */
  bool jump;                    /* it was sent before its sender's clocks parted or its session ended: it confirms nothing */
  byte d;                       /* not-before in the answer, as a duration */
  bool gone;                    /* the process that sent it is dead */
  bool ch, stale, rel           /* the answer shows a change; the record has changed since; the answer shows a released record */
}
Instance a[N];
Call q[2 * N];                  /* 2 * i and 2 * i + 1 belong to instance i */
byte rt, rn, rrem, rnb;         /* the record: token, nonce, what remains of lease and not-before by the store's clock */
bool rrel = true;               /* it is released, or there is no record */
bool lock;                      /* STORE 3: somebody holds the lock */
byte lag[N + 1];                /* ticks until this clock may skip one again; N is the store's */
byte maxtok, fence;             /* ghosts: the highest token that was granted; the highest token that the resource saw */
short ended;                    /* ghost: the bit set of tokens whose term has ended */
bool deleted;
byte rn_, rt_;

#define OWNER(n) ((n) >> 3)
#define VALID(i) (a[i].age < L - M && !a[i].jump && !a[i].unconfirmed)
#define BELIEVES(i) (a[i].st == LEADER && VALID(i))                                     /* isLeader(): state and clocks (rule 2) */
#define AWARE(i) (!a[i].jump || a[i].unconfirmed)       /* each step looks at the clocks first */
#define FREE(i) (q[2*(i)].ph == NONE || (q[2*(i)+1].ph == NONE && CALLS > 2 && (CALLS == 5 || (i) == 0)))
#define CONTENDS(i) (a[i].st == FOLLOWER && a[i].vanished == 0 && a[i].away == 0)
#if N == 3
#define ANOTHER(i) (BELIEVES((i + 1) % 3) || BELIEVES((i + 2) % 3))
#define INUSE(k) (k == rn || k == q[0].n || k == q[1].n || k == q[2].n || k == q[3].n || k == q[4].n || k == q[5].n)
#define ALLSAW (a[0].seen > 0 && a[1].seen > 0 && a[2].seen > 0)
#else
#define ANOTHER(i) BELIEVES(1 - (i))
#define INUSE(k) (k == rn || k == q[0].n || k == q[1].n || k == q[2].n || k == q[3].n)
#define ALLSAW (a[0].seen > 0 && a[1].seen > 0)
#endif

/* LIVE, for two instances: from some moment on nothing is lost, nobody stops or releases, and each instance acts once per tick.
 * One instance may be dead for good. */
#ifdef LIVE
bool stable, acted[N];
byte dead = N;
# define ALIVE (dead != _pid)
# define MOST (stable -> MAXTOK : MAXTOK - 2)           /* two terms are left for the calm */
# define CHAOS (!stable)
# define MAY(i) (!stable || !acted[i])
# define ACT(i) acted[i] = stable
# define LOCKENDS (!stable || dead == OWNER(rn))        /* the session of a live process stays */
# define IDLE(i) (dead == (i) || (acted[i] && (a[i].st == FOLLOWER || (a[i].age < L - M && (a[i].st == LEADER || a[i].pend > 0)))))
# define SILENT (q[0].ph == NONE && q[1].ph == NONE && q[2].ph == NONE && q[3].ph == NONE)
# define TIME (!stable || (SILENT && IDLE(0) && IDLE(1) && (STUCK || !(lock && dead == OWNER(rn)))))
ltl again { [] (stable -> <> (BELIEVES(0) || BELIEVES(1))) }                            /* somebody leads again (rules 18, 19) */
#else
# define ALIVE true
# define MOST MAXTOK
# define CHAOS true
# define MAY(i) true
# define ACT(i) skip
# define LOCKENDS CALM
# define TIME true
#endif

inline check(i) { assert(!(BELIEVES(i) && ANOTHER(i))) }                                /* never two (rules 1 and 9) */
inline send(i, type, nn, tt) {
  ACT(i);
  s = (q[2*i].ph == NONE -> 2*i : 2*i+1);
  q[s].ph = REQ; q[s].ty = type; q[s].n = nn; q[s].t = tt; q[s].age = 0; q[s].stale = a[i].changed; q[s].rel = a[i].left;
  q[s].ch = (STORE == 2 && (a[i].rel || a[i].sage >= L))                                /* it saw no change for a lease (rule 5) */
}
inline drop(s) {                /* sets every field, so that equal states are recognised as equal */
  q[s].ph = NONE; q[s].ty = ACQUIRE; q[s].res = OTHER; q[s].n = 0; q[s].t = 0; q[s].age = 0; q[s].jump = false; q[s].d = 0;
  q[s].gone = false; q[s].ch = false; q[s].stale = false; q[s].rel = false
}
inline release(s, nn, tt) { rn_ = nn; rt_ = tt; drop(s); q[s].ph = REQ; q[s].ty = RELEASE; q[s].n = rn_; q[s].t = rt_; rn_ = 0; rt_ = 0 }
inline orphan(s) { if :: q[s].ph == ANS -> drop(s) :: q[s].ph == REQ -> q[s].gone = true :: else fi }
inline part(s) { if :: q[s].ph != NONE && q[s].ty != RELEASE -> q[s].jump = true :: else fi }
inline fresh(i) {               /* a nonce of i that nothing else has: stands for 128 random bits */
  k = 8*i + 1;
  do
  :: !NONONCE && INUSE(k) -> k++
  :: else -> break
  od;
  a[i].nonce = k; k = 0
}
inline end(i) {                 /* the term is over for this instance */
  if :: a[i].st == LEADER -> ended = ended | (1 << a[i].tok) :: else fi;
  a[i].st = FOLLOWER; a[i].nonce = 0; a[i].tok = 0; a[i].age = 0; a[i].pend = 0; a[i].jump = false; a[i].unconfirmed = false
}
inline outdate(s) { q[s].stale = (q[s].ph != NONE) }
inline write() {                /* a write makes what was seen, and what is under way, out of date */
  if
  :: STORE > 1 ->
     a[0].changed = true; a[1].changed = true; outdate(0); outdate(1); outdate(2); outdate(3)
  :: else
  fi
}

/* ---- what an instance does with an answer ---- */
inline see(i) {
  if
  :: STORE > 1 ->               /* counts from the arrival of the answer. Broken: from before it asked, or by the leader's clock */
     if :: q[s].ch -> a[i].sage = (OBS -> q[s].age : SKEW) :: else fi;
     a[i].changed = q[s].stale; a[i].rel = q[s].rel
  :: else
  fi;
  if
  :: !DELETE || q[s].t >= a[i].seen -> a[i].vanished = 0; a[i].left = false
  :: DELETE && q[s].t < a[i].seen && !a[i].left && a[i].vanished == 0 -> a[i].vanished = L       /* it fell back or is gone (rule 9) */
  :: else
  fi;
  if :: q[s].t > a[i].seen -> a[i].seen = q[s].t :: else fi
}
#define INTIME (q[s].age < L - M && !q[s].jump || LATEOK)
inline answer(i) {
  see(i);
  if
  :: q[s].res == GRANTED && q[s].n == a[i].nonce && a[i].st == FOLLOWER && INTIME ->
     a[i].tok = q[s].t; a[i].age = (LATEOK -> 0 : q[s].age); a[i].pend = q[s].d; a[i].st = (q[s].d > 0 -> PENDING : LEADER);
     assert(a[i].st == PENDING || !(ended & (1 << a[i].tok)));                          /* an ended term is not led again (rule 6) */
     check(i); drop(s)
  :: q[s].res == GRANTED && q[s].n == a[i].nonce && a[i].st == FOLLOWER && !INTIME ->
     release(s, q[s].n, q[s].t);                        /* too late: grants nothing, and the term is released (rule 1) */
     a[i].nonce = (REUSE -> a[i].nonce : 0)             /* a nonce that was released is not sent again */
  :: q[s].res == GRANTED && q[s].n == a[i].nonce && a[i].st != FOLLOWER ->
     if
     :: a[i].age >= L - M -> end(i)                     /* the deadline comes first (rule 3) */
     :: a[i].age < L - M && q[s].jump && !EARLIER       /* sent before the clocks parted: confirms nothing (rule 4) */
     :: else ->
        a[i].age = (a[i].unconfirmed || q[s].age < a[i].age -> q[s].age : a[i].age); a[i].jump = false; a[i].unconfirmed = false;
        check(i)
     fi;
     drop(s)
  :: q[s].res == GRANTED && q[s].n != a[i].nonce -> release(s, q[s].n, q[s].t)          /* of an attempt that it gave up (rule 19) */
  :: q[s].res == LOST -> if :: q[s].n == a[i].nonce -> end(i) :: else fi; drop(s)       /* at once (rule 3) */
  :: q[s].res == OTHER && a[i].st == FOLLOWER ->
     a[i].nonce = 0;                                    /* the attempt is answered */
     if :: q[s].n != 0 -> release(s, q[s].n, q[s].t) :: else -> drop(s) fi              /* its own term, still on record (rules 18, 19) */
  :: else -> drop(s)
  fi
}

/* ---- an instance ---- */
active [N] proctype Inst() provided ((CALM || _pid == 1) && ALIVE) {
  byte i = _pid, s, k;
  do
  :: d_step { MAY(i) && CONTENDS(i) && a[i].nonce == 0 && FREE(i) && maxtok < MOST ->
              fresh(i); send(i, ACQUIRE, a[i].nonce, a[i].seen); s = 0 }
  :: d_step { MAY(i) && CONTENDS(i) && a[i].nonce != 0 && FREE(i) ->                    /* repeats with its nonce */
              send(i, ACQUIRE, a[i].nonce, a[i].seen); s = 0 }
  :: d_step { CHAOS && a[i].st == FOLLOWER && a[i].nonce != 0 -> a[i].nonce = 0 }       /* gives the attempt up (rule 19) */
  :: d_step { MAY(i) && a[i].st != FOLLOWER && AWARE(i) && FREE(i) && a[i].age < L - M ->
              send(i, RENEW, a[i].nonce, a[i].tok); s = 0 }
  :: d_step { a[i].st == PENDING && a[i].pend == 0 && VALID(i) ->                       /* not-before is over (rule 9) */
              a[i].st = LEADER; assert(!(ended & (1 << a[i].tok))); check(i) }
  :: d_step { CHAOS && a[i].st != FOLLOWER && a[i].chk == 0 && FREE(i) ->               /* after its work (rules 8, 21, 22) */
              s = (q[2*i].ph == NONE -> 2*i : 2*i+1); release(s, a[i].nonce, a[i].tok); end(i); s = 0 }
  :: d_step { a[i].st != FOLLOWER && a[i].age >= L - M -> end(i) }                      /* the deadline (rule 3) */
  :: d_step { SLEEP && a[i].st != FOLLOWER && !a[i].unconfirmed && (a[i].jump || CHAOS) ->       /* clocks parted, or the session ended */
              a[i].unconfirmed = true; part(2*i); part(2*i+1) }
  :: d_step { a[i].unconfirmed -> end(i) }                                              /* not confirmed in time (rule 4) */
  :: d_step { CRASH && CHAOS && (a[i].st != FOLLOWER || a[i].nonce != 0) ->             /* releases nothing (rule 18) */
              end(i); a[i].away = (CRASHFORGETS -> 0 : L); a[i].seen = (CRASHFORGETS -> 0 : a[i].seen) }
  :: d_step { RESTART && CHAOS && (a[i].st != FOLLOWER || a[i].seen > 0) ->             /* a new process: knows nothing */
              end(i); a[i].seen = 0; a[i].sage = 0; a[i].changed = true; a[i].rel = false; a[i].vanished = 0; a[i].left = false;
              a[i].away = 0; a[i].chk = 0; orphan(2*i); orphan(2*i+1) }
  :: d_step { WRITES && a[i].chk == 0 && BELIEVES(i) -> a[i].chk = a[i].tok }           /* the check of a guarded step */
  :: d_step { WRITES && a[i].chk > 0 ->                                                 /* its write, perhaps much later (gap 1) */
              assert(!UNFENCED || a[i].chk >= fence);                                   /* UNFENCED: the resource compares nothing */
              if :: a[i].chk >= fence -> fence = a[i].chk :: else fi; a[i].chk = 0 }
  :: d_step { q[2*i].ph == ANS && AWARE(i) -> s = 2*i; answer(i); s = 0 }
  :: d_step { q[2*i+1].ph == ANS && AWARE(i) -> s = 2*i+1; answer(i); s = 0 }
  od
}

/* ---- the store: each command is one atomic step ---- */
#define SAMETOKEN (q[s].t == rt || (q[s].rel && rt == 0))
#define EXPIRED (SAMETOKEN && (rrel || rrem == 0))                                      /* by the store's clock (rule 5) */
#define UNCHANGED (q[s].ch && (CASTOKEN -> SAMETOKEN : !q[s].stale))                    /* the version that the candidate saw */
#define MAYTAKE (STORE == 1 -> EXPIRED : (STORE == 2 -> UNCHANGED : SAMETOKEN && !lock))
#define RUNS (UNRELEASE || (!rrel && (STORE == 2 || rrem > 0)))         /* UNRELEASE: a late call revives a record that is over */

inline take() {                                         /* a new term */
  q[s].d = 0;
  if :: STORE == 3 && !rrel && rrem > 0 -> q[s].d = (a[i].changed -> L : L - a[i].sage) :: else fi;      /* its leader may believe (rule 9) */
  if :: !NBDROP && rnb > q[s].d -> q[s].d = rnb :: else fi;                             /* not-before outlives a release */
  rnb = q[s].d;
  rt = (q[s].t > rt -> q[s].t : rt) + 1;
  if :: DELETE && !FORGETFLOOR && rt <= maxtok -> rt = maxtok + 1 :: else fi;           /* the clock is above all earlier tokens */
  assert(rt > maxtok); maxtok = rt;                                                     /* rule 10 */
  rn = q[s].n; rrem = L; rrel = false; lock = (STORE == 3); q[s].res = GRANTED; write()
}
inline apply() {
  i = s / 2; q[s].res = OTHER; c = a[i].changed;
  if
  :: q[s].ty == ACQUIRE && q[s].n == rn && RUNS ->      /* a repeat: the same term, extended */
     rrel = false; rrem = L; lock = (STORE == 3); q[s].d = rnb; q[s].res = GRANTED; write()
  :: q[s].ty == ACQUIRE && q[s].n != rn && MAYTAKE && maxtok < MOST -> take()
  :: q[s].ty == RENEW && q[s].n == rn && q[s].t == rt && RUNS -> rrem = L; rrel = false; q[s].res = GRANTED; write()
  :: q[s].ty == RENEW && !(q[s].n == rn && q[s].t == rt && RUNS) -> q[s].res = LOST
  :: q[s].ty == RELEASE && (RELUNCOND || (q[s].n == rn && q[s].t == rt)) && !rrel ->
     rrel = true; rrem = (UNRELEASE -> rrem : 0); lock = false; write()
  :: else
  fi;
  if
  :: q[s].ty == RELEASE || q[s].gone -> drop(s)
  :: else ->
     q[s].ph = ANS; q[s].t = rt; q[s].stale = false; q[s].rel = (STORE > 1 && rrel); q[s].ch = (STORE > 1 && (c || q[s].res == GRANTED));
     if :: q[s].res == OTHER -> q[s].n = (!rrel && OWNER(rn) == i -> rn : 0) :: else fi;
     if :: q[s].res != GRANTED -> q[s].age = (OBS -> q[s].age : 0) :: else fi;
     if :: q[s].res != GRANTED -> q[s].jump = false :: else fi
  fi;
  i = 0; c = false
}
active proctype Store() {
  byte s, i; bool c;
  do
  :: d_step { CALM && q[0].ph == REQ -> s = 0; apply(); s = 0 }
  :: d_step { CALM && q[1].ph == REQ -> s = 1; apply(); s = 0 }
  :: d_step { q[2].ph == REQ -> s = 2; apply(); s = 0 }
  :: d_step { q[3].ph == REQ -> s = 3; apply(); s = 0 }
  :: d_step { CHAOS && CALM && q[0].ph != NONE -> drop(0) }                             /* a request or an answer is lost */
  :: d_step { CHAOS && CALM && q[1].ph != NONE -> drop(1) }
  :: d_step { CHAOS && CALM && q[2].ph != NONE -> drop(2) }
  :: d_step { CHAOS && CALM && q[3].ph != NONE -> drop(3) }
#if N == 3
  :: d_step { q[4].ph == REQ -> s = 4; apply(); s = 0 }
  :: d_step { q[4].ph != NONE -> drop(4) }
#endif
  :: d_step { STORE == 3 && LOCKENDS && lock -> lock = false }                          /* a session ends */
  :: d_step { DELETE && CALM && !deleted && rt > 0 && ALLSAW ->                         /* somebody deletes the record (gap 4) */
              deleted = true; rt = 0; rn = 0; rrem = 0; rnb = 0; rrel = true; lock = false; write() }
  od
}

/* ---- time ---- */
inline older(s) {
  if :: (q[s].ph == REQ && q[s].ty != RELEASE || q[s].ph == ANS && (OBS || q[s].res == GRANTED)) && q[s].age < L - M -> q[s].age++ :: else fi
}
inline passes(i) {
  if :: a[i].st != FOLLOWER && a[i].age < L - M -> a[i].age++ :: else fi;
  if :: a[i].pend > 0 -> a[i].pend-- :: else fi;
  if :: a[i].vanished > 0 -> a[i].vanished--; a[i].left = (a[i].vanished == 0) :: else fi;
  if :: a[i].away > 0 -> a[i].away-- :: else fi;
  if :: STORE > 1 && a[i].sage < L -> a[i].sage++ :: else fi;
  older(2*i); older(2*i+1)
}
inline sleep(i) {               /* the ticker stands and the wall clock goes on, beyond the tolerance. ONECLOCK: nobody compares them */
  if :: !ONECLOCK -> a[i].jump = (a[i].st != FOLLOWER); part(2*i); part(2*i+1) :: else fi
}
inline clock(j) {
  if
  :: lag[j] == 0 && (SLOW & (1 << j)) -> lag[j] = PERIOD - 1; go = false                /* it skips this tick */
  :: true -> go = true; if :: lag[j] > 0 -> lag[j]-- :: else fi
  fi
}
inline machine(j) {
  if
  :: SLEEP & (1 << j) -> sleep(j)
  :: true -> clock(j); if :: go -> passes(j) :: else fi
  fi
}
active proctype Tick() provided (CALM) {
  bool go;
  do
#ifdef LIVE
  :: atomic { !stable -> stable = true;
       if :: dead = 0 :: dead = 1 :: true fi; if :: dead < N -> orphan(2*dead); orphan(2*dead+1) :: else fi }
#endif
  :: atomic { TIME ->
#ifdef LIVE
       acted[0] = false; acted[1] = false;
#endif
       machine(0); machine(1);
#if N == 3
       machine(2);
#endif
       clock(N); if :: go && rrem > 0 -> rrem-- :: else fi; if :: go && rnb > 0 -> rnb-- :: else fi;
       go = false
     }
  od
}
