// What the screens may ask for, each as a function over the parts of a session.

import * as alarms from "./alarms.js";
import { answerHere } from "./answering.js";
import * as calendar from "./calendar.js";
import * as care from "./care.js";
import * as checkInExtras from "./checkInExtras.js";
import * as checkIns from "./checkIns.js";
import * as entering from "./entering.js";
import * as family from "./family.js";
import * as invitations from "./invitations.js";
import * as me from "./me.js";
import * as pairing from "./pairing.js";
import * as partners from "./partners.js";
import * as push from "./push.js";
import * as reminders from "./reminders.js";

/** @type {import("../types/commands.js").Commands} */
export const commands = {
    // the first minute
    enroll: entering.enrol,
    claim: entering.claim,
    askNotifications: push.askForNotifications,
    testRing: push.ringAsTest,
    startOver: entering.startOver,

    // pairing
    invite: (core, kind, options = {}) => pairing.openInvite(core, kind, options),
    answer: pairing.answerInvite,
    confirm: pairing.confirmInvite,
    cancelInvite: invitations.endInvite,
    rename: partners.renamePartner,
    setPartnerZone: partners.setPartnerZone,
    mute: (core, id, on) => partners.changeConsent(core, id, (consent) => ({ ...consent, muted: on })),
    pausePartner: (core, id, until) => partners.changeConsent(core, id,
        (consent) => ({ ...consent, pausedUntil: until ?? undefined })),
    setAllowedHours: (core, id, hours) => partners.changeConsent(core, id,
        (consent) => ({ ...consent, hours: hours ?? undefined })),
    revoke: partners.revokePair,
    setMyName: me.setMyName,

    // alarms
    setAlarm: alarms.setAlarm,
    preview: (core, draft, count = 5) => alarms.previewAlarm(core, draft, count),
    changeAlarm: alarms.changeAlarm,
    cancelAlarm: alarms.cancelAlarm,
    loadAlarm: alarms.loadAlarm,
    acknowledge: (core, id, answer) => answerHere(core, id, "acknowledged", answer),
    snooze: (core, id, minutes) => answerHere(core, id, "snoozed", { minutes }),
    dismiss: async (core, id) => { await answerHere(core, id, "dismissed"); },

    // alone
    checkInNow: (core, options = {}) => checkIns.checkInNow(core, options),
    setPlan: checkIns.setPlan,
    snoozeCheckIn: checkIns.snoozeCheckIn,
    rehearse: checkIns.rehearseCheckIn,
    testCheckIn: checkIns.testCheckIn,
    checkInLinks: checkInExtras.checkInLinks,
    addCheckInLink: checkInExtras.addCheckInLink,
    revokeCheckInLink: checkInExtras.revokeCheckInLink,
    ownAddresses: checkInExtras.ownAddresses,
    setOwnAddresses: checkInExtras.setOwnAddresses,
    removeOwnAddresses: checkInExtras.removeOwnAddresses,
    emergencyCard: checkInExtras.emergencyCard,
    setEmergencyCard: checkInExtras.setEmergencyCard,
    removeEmergencyCard: checkInExtras.removeEmergencyCard,
    addContact: checkIns.addContact,
    changeContact: checkIns.changeContact,
    removeContact: checkIns.removeContact,
    confirmContact: checkIns.confirmContact,

    // family
    createCircle: (core, kind, name, myName, options = {}) => family.createCircle(core, kind, name, myName, options),
    changeCircle: family.changeCircle,
    leaveCircle: family.leaveCircle,
    removeMember: family.removeMember,
    changeMember: family.changeMember,
    memberConsent: family.memberConsent,
    setMemberConsent: family.setMemberConsent,
    createReminder: reminders.createReminder,
    changeReminder: reminders.changeReminder,
    completeReminder: reminders.completeReminder,
    undoCompletion: reminders.undoCompletion,
    markItem: reminders.markItem,
    moveReminder: reminders.moveReminder,
    snoozeReminder: reminders.snoozeReminder,
    deleteReminder: reminders.deleteReminder,
    setReminderPlace: reminders.setReminderPlace,
    reportPosition: reminders.reportPosition,
    completedReminders: (core, circleId) => reminders.listReminders(core, circleId, "completed"),

    // care
    signal: (core, kind, details = {}) => care.signalCare(core, kind, details),
    cancelAlert: care.cancelAlert,
    acknowledgeAlert: care.acknowledgeAlert,
    resolveAlert: care.resolveAlert,
    noteAlert: care.noteAlert,
    loadAlert: care.loadAlert,
    setCareSettings: care.setCareSettings,
    pauseCare: care.pauseCare,
    resumeCare: care.resumeCare,
    reportActivity: care.reportActivity,
    setCarePhone: care.setCarePhone,
    sendInvitation: invitations.sendInvitation,
    history: care.careHistory,
    exportHistory: care.exportHistory,

    // everybody
    calendarLink: calendar.calendarLink,
    makeCalendarLink: calendar.makeCalendarLink,
    revokeCalendarLink: calendar.revokeCalendarLink,
    exportMe: me.exportMe,
    deleteMe: entering.deleteEverything,
    removeDevice: entering.removeDevice,
    status: me.relayStatus,
    refresh: (core) => core.refresh(),
};
