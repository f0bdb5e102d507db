/** The values of protocol PA1 that the web app stores and passes on. All of them can be cloned into IndexedDB. */
declare namespace PA1 {
    /** base64url without padding. */
    type Base64URL = string;
    /** 16 bytes in base64url, 22 characters. */
    type Id = string;
    /** A compact JWE. */
    type Sealed = string;
    /** A time in UTC, such as `2025-11-06T14:45:00Z`. */
    type ISO = string;
    type JSONValue = null | boolean | number | string | JSONValue[] | { [name: string]: JSONValue };
    type JSONObject = { [name: string]: JSONValue };
    type Purpose = "partner" | "device" | "family" | "care";
    type Role = "partner" | "parent" | "child" | "dweller" | "member";

    /** Bytes sealed under the device's vault key, for what has to be read again one day. */
    interface Wrapped { iv: Uint8Array; data: Uint8Array; }

    /** The keys of one device. `deviceKey` is needed until the relay has answered the registration. */
    interface DeviceKeys { requestKey: CryptoKey; deviceKey: Wrapped; }

    /** A pairing code by its parts: five public symbols and fourteen secret ones. */
    interface Code { locator: string; secret: string; }

    /** What a person typed, pasted, scanned or opened. A bare code may be for either; see `readEntry`. */
    interface Entry {
        /** The relay that a link names, else null. */
        origin: string | null;
        /** The pairing code, if it is one. */
        code: Code | null;
        /** The enrolment code as the operator's tool shows it, if it can be one. */
        enrolment: string | null;
    }

    /** One side's keys of a pair over all generations within reach. */
    interface PairKeys {
        side: "A" | "B";
        /** The generation under which this side seals. */
        generation: number;
        /** The oldest generation that is still opened; `prk` is its. */
        oldest: number;
        /** th, the salt of every step. */
        transcript: Uint8Array;
        /** PRK of `oldest`, as an HMAC key that cannot be exported. */
        prk: CryptoKey;
        /** The same bytes for a parcel to another device, wrapped. */
        wrapped: Wrapped;
    }

    /** A pair as a device keeps it; without keys and token once it has ended. */
    interface KnownPair {
        pairId: Id;
        partnerName: string;
        since: ISO;
        endedAt?: ISO;
        keys?: PairKeys;
        partnerToken?: string;
        /** How many messages the present generation has sealed, and since when. */
        sealedMessages: number;
        generationBegan: ISO;
    }

    interface MemberKey { personId: Id; pk: Base64URL; since: ISO; name?: string; }

    /** A circle as a device keeps it: its person's member key, and those of the others. */
    interface KnownCircle {
        circleId: Id;
        personId: Id;
        /** The private member key, wrapped, and its public half. */
        key: Wrapped;
        pk: Base64URL;
        since: ISO;
        members: MemberKey[];
        /** Keys of people who have left, and former keys of members: they open, and seal nothing. */
        former?: MemberKey[];
        /** The keys of people who have left, the newest last: no introduction from before brings them back. */
        departed?: Base64URL[];
        /** The state of the family for which this device has sealed all words that it can. */
        sealedFor?: string;
        /** Whether the family's people say that the relay may read titles. */
        titles: boolean;
    }

    /** The content of an introduction. */
    interface IntroducedKeys { members: MemberKey[]; titles: boolean; }

    /** An inviter's key before the relay has named the invite. */
    interface InviteDraft {
        purpose: Purpose; circleId?: Id; relay: string; key: Wrapped; pk: Base64URL; secret: Wrapped;
    }

    /** A pairing in progress on the side that shows the code. */
    interface InviterPairing extends InviteDraft {
        inviteId: Id; locator: string; expiresAt: ISO; wrongDigits: number;
        answer?: { pk: Base64URL, box: Sealed };
        /** The name of the partner, new member or own device, once its answer was opened. */
        partnerName?: string;
        memberKey?: Base64URL;
        /** Made once: a repeat has to be the same text. */
        confirmation?: Sealed;
        parcels?: Sealed[];
    }

    /** A pairing in progress on the side that enters the code. */
    interface ClaimerPairing {
        inviteId: Id; locator: string; secret: Wrapped; relay: string; expiresAt: ISO;
        purpose: Purpose; role?: Role;
        /** The inviter's name, for the question to the user. */
        partnerName: string;
        inviterKey: Base64URL;
        key?: Wrapped;
        answer?: { pk: Base64URL, box: Sealed };
        digits?: string;
        memberKey?: Wrapped;
        memberPk?: Base64URL;
        confirmed: boolean;
        handedPairs: KnownPair[];
        handedCircles: KnownCircle[];
        introduction?: IntroducedKeys;
    }

    /** What an opened text says, or why it cannot be trusted; then the alarm rings all the same, without words. */
    type Words = { text: string, doubt?: undefined } | { text?: undefined, doubt: Doubt };
    type Doubt = "missing" | "unreadable" | "unknown-key" | "damaged" | "other-pair" | "other-alarm" | "other-time"
        | "other-rule";

    /** What was opened: `pair` is the pair whose keys opened it, changed where its generation moved on: store it. */
    interface Opened { words: Words; pair: KnownPair | null; moved: boolean; }

    interface ReminderText { title: string; items: { id: number, text: string }[]; }
    interface MemberText { line: string; reminder?: ReminderText; writer: Id; name: string | null; }
    type MemberOpened = { said: MemberText, doubt?: undefined } | { said?: undefined, doubt: Doubt };

    /** Texts for people of a circle, as requests carry them, and the people whose keys are not known. */
    interface SealedForMembers { sealed: { personId: Id, words: Sealed }[]; unreached: Id[]; }

    /** The `alarm` object of a push or an event, read leniently. */
    interface AlarmPush {
        stage: string; id: Id; revision: number; time: ISO;
        firstTime?: ISO; snoozedUntil?: ISO; repeat?: string; timeZone?: string; sound?: string;
        message?: Sealed; reply?: Sealed;
        sealed?: MemberSealed; clear?: ClearWords; late: boolean; restored?: string;
        preset?: string;
        words?: { title: string, body: string };
        /** The members that could not be read. */
        unreadable: string[];
    }

    /** What a member has sealed for the reader; `by` is who set the reminder, in the relay's words. */
    interface MemberSealed { circleId: Id; about: Id; words: Sealed; by?: Id; }

    /** The title of a reminder in clear, in a family that lets the relay read titles. */
    interface ClearWords { circleId: Id; by: Id; text: string; }

    /** A push whose texts were opened as far as possible. */
    interface OpenedPush {
        push: AlarmPush; words: Words; pairId: Id | null; senderName: string | null;
        reply: Words | null; reminder: ReminderText | null;
        /** Pairs whose generation moved on: store them. */
        moved: KnownPair[];
    }

    /** A request as it goes over the wire. */
    interface WireRequest { method: string; target: string; headers: Record<string, string>; body: string | null; }
}
