import Testing

@testable import HaloColmiRing

struct FormTests {
  @Test func `no two messages have the same first byte or big-data id`() {
    let commands = ColmiRing.Message.packetForms.map(\.command)
    #expect(Set(commands).count == commands.count)
    let ids = ColmiRing.Message.bigDataForms.map(\.id)
    #expect(Set(ids).count == ids.count)
  }

  @Test func `every form is found by its first byte or id`() {
    for form in ColmiRing.Message.packetForms {
      #expect(ColmiRing.PacketForm.of(ColmiRing.Packet(form.command)).command == form.command)
    }
    for form in ColmiRing.Message.bigDataForms {
      #expect(ColmiRing.BigDataForm.of(form.id)?.log == form.log)
      #expect(form.log.form.bigDataID == form.id)
    }
  }
}
