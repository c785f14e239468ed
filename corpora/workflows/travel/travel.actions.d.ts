/** What the booking script may call. */
export interface TravelActions {
  reserveFlight(input: { trip: string }): Promise<{ reservation: string; price: number }>;
  reserveHotel(input: { trip: string; nights: number }): Promise<{ reservation: string; price: number }>;
  reserveCar(input: { trip: string }): Promise<{ reservation: string; price: number }>;
  charge(input: { trip: string; amount: number }): Promise<{ receipt: string }>;
  cancel(input: { reservation: string }): Promise<null>;
  alertDesk(input: { trip: string; reservations: string[] }): Promise<null>;
}
